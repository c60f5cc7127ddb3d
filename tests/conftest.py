"""One thread for torch: the models here are tiny, and on a busy machine its threads wait for each other.

And no test reads or writes the user's own cache, nor does a process that one starts; those of the cache name a folder.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["CONSTRAIN_CACHE"] = "off"
