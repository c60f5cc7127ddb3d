"""Python started at the top of a checkout, and Python without torch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import constrain._native
import constrain._sampling
import constrain.grammars._native

TOP = Path(__file__).resolve().parents[2]


def python(*arguments: str, path: list[str], at: Path = TOP) -> subprocess.CompletedProcess[str]:
    """Python that knows no package but those in the folders of `path`, and no editable installation."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    return subprocess.run([sys.executable, "-S", *arguments], cwd=at, env=environment, capture_output=True, text=True)


def others() -> list[str]:
    """Where the packages lie that constrain needs."""
    return [entry for entry in sys.path if entry.endswith("-packages")]


def installed(folder: Path) -> Path:
    """What `pip install .` puts into site-packages, made of links to the checkout and to the native modules."""
    package = folder / "constrain"
    (package / "grammars").mkdir(parents=True)
    for target, sources in (
        (package, [*(TOP / "constrain").iterdir(), TOP / "sampling"]),
        (package / "grammars", (TOP / "grammars").iterdir()),
    ):
        for source in sources:
            if source.name != "native":
                (target / source.name).symlink_to(source)
    for target, module in (
        (package, constrain._native),
        (package, constrain._sampling),
        (package / "grammars", constrain.grammars._native),
    ):
        built = Path(module.__file__ or "")
        (target / built.name).symlink_to(built)
    for library in Path(constrain._native.__file__ or "").parent.glob("*constrain_support*"):
        (package / library.name).symlink_to(library)
    return package


def test_at_the_top_of_a_checkout_the_installed_package_is_imported(tmp_path: Path) -> None:
    package = installed(tmp_path)
    code = (
        "import sys, constrain.grammars; "
        "print(*(sys.modules[f'constrain.{name}'].__file__ for name in ('matcher', 'grammars.choice')))"
    )
    done = python("-c", code, path=[str(tmp_path), *others()])
    assert [str(package / "matcher.py"), str(package / "grammars" / "choice.py")] == done.stdout.split(), done.stderr


def test_modules_are_run_from_the_installed_package_too(tmp_path: Path) -> None:
    installed(tmp_path)
    done = python("-m", "constrain", "grammars", path=[str(tmp_path), *others()])
    assert 0 == done.returncode, done.stderr
    assert "python" in done.stdout


def test_elsewhere_nothing_is_led_anywhere(tmp_path: Path) -> None:
    package = installed(tmp_path)
    code = "import constrain; print(*constrain.__path__)"
    done = python("-c", code, path=[str(tmp_path), *others()], at=tmp_path)
    assert str(package) == done.stdout.strip(), done.stderr


def test_a_checkout_that_is_not_installed_says_how_to_install_it() -> None:
    done = python("-c", "import constrain", path=[])
    assert f"{sys.executable} -m pip install -e '{TOP}[transformers]'" in done.stderr


def test_without_torch_sampling_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['torch'] = None; import constrain.sampling.stages.stage"
    done = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True)
    assert f"{sys.executable} -m pip install torch transformers" in done.stderr


def test_without_torch_the_command_line_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['torch'] = None; from constrain.__main__ import main; sys.exit(main(['demo']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True)
    assert (2, 2) == (done.returncode, done.stderr.count("\n")), done.stderr  # what is loaded, and why it is not
    assert f"{sys.executable} -m pip install torch transformers" in done.stderr
