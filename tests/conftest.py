"""One thread for torch: the models here are tiny, and on a busy machine its threads wait for each other."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
