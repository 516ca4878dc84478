"""Bodies of tools that do something bad, and what is said about each.

Most reach past the import guard through a module that has `os` and `sys` as attributes, as hostile
code would.
"""

from __future__ import annotations

# What the tool does, and what is said about it; the environment lives on.
ERRORS = {
    "too much memory at once": ("return 'a' * 10**12", "more than 256 MiB of memory"),
    "memory bit by bit": (
        "parts = []\nwhile True:\n    parts.append(bytearray(8 * 1024 * 1024))",
        "more than 256 MiB of memory",
    ),
    "a text of a gigabyte": ("return 'a' * (1 << 30)", "more than 256 MiB of memory"),
    "a small result that is huge as text": (
        "many = ['x' * 1000] * 1000\nfor _ in range(8):\n    many = [many] * 10\nreturn many",
        "more than 256 MiB of memory",
    ),
    "prints 100 MB": ("for _ in range(100):\n    print('x' * 1_000_000)", "printed more than"),
    "prints 100 MB and ignores errors": (
        "for _ in range(100):\n    try:\n        print('x' * 1_000_000)\n"
        "    except Exception:\n        pass",
        "printed more than 1,048,576 bytes",
    ),
    "recursion without end": (
        "def again(): return again()\nreturn again()",
        "called itself too often",
    ),
    "deep result": (
        "deep = []\nfor _ in range(100_000):\n    deep = [deep]\nreturn deep",
        "is nested too deeply",
    ),
    "result of 65 levels": (
        "deep = 1\nfor _ in range(65):\n    deep = {'a': deep}\nreturn deep",
        "result is nested deeper than 64 levels",
    ),
    "a result that holds itself": (
        "ring = {}\nring['ring'] = ring\nreturn ring",
        "holds itself",
    ),
    "system exit": ("import uuid\nuuid.sys.exit(0)", "raised SystemExit: 0"),
    "keyboard interrupt": ("raise KeyboardInterrupt", "raised KeyboardInterrupt"),
    "generator exit": ("raise GeneratorExit", "raised GeneratorExit"),
    "opens a file": ("return open('/etc/passwd').read()", "may not use open"),
    "writes a file": ("return open('/tmp/x', 'w')", "may not use open"),
    "imports a socket": ("import socket", "may not import 'socket'"),
    "imports os": ("import os", "may not import 'os'"),
    "imports a process": ("import subprocess", "may not import 'subprocess'"),
    "imports ctypes": ("import ctypes", "may not import 'ctypes'"),
    "imports signal": ("import signal", "may not import 'signal'"),
    "imports the worker": ("import __main__", "may not import '__main__'"),
    "imports a part that was not loaded": (
        "import collections.nowhere",
        "may not import 'collections.nowhere'",
    ),
    "starts a thread": (
        "import uuid\nuuid.sys.modules['_thread'].start_new_thread(print, ())",
        "may not use threads",
    ),
    "starts a thread that goes on": (
        "import uuid\nThread = uuid.sys.modules['threading'].Thread\n"
        "Thread(target=lambda: [uuid.os.write(fd, b'x') for fd in range(256)]).start()",
        "may not use threads",
    ),
    "sets a signal handler": (
        "import uuid\nuuid.sys.modules['_signal'].signal(14, lambda *_: None)",
        "may not use threads or signals",
    ),
    "forks": ("import uuid\nuuid.os.fork()", "may not use os.fork"),
    "starts a process": ("import uuid\nuuid.os.system('true')", "may not use os.system"),
    "becomes a process": (
        "import uuid\nuuid.os.execv('/bin/sh', ['x'])",
        "may not use os.exec",
    ),
    "kills": ("import uuid\nuuid.os.kill(1, 9)", "may not use os.kill"),
    "lists a folder": ("import uuid\nreturn uuid.os.listdir('/')", "may not use os.listdir"),
    "traces": ("import uuid\nuuid.sys.settrace(print)", "may not use sys.settrace"),
    "searches memory": (
        "import uuid\nreturn uuid.sys.modules['gc'].get_objects()"
        " if 'gc' in uuid.sys.modules else __import__('gc')",
        "may not",
    ),
    "crafts byte code": (
        "return type(self.ok.__code__)(0,0,0,0,0,0,b'',(),(),(),'','','',0,b'',b'')",
        "may not use code.__new__",
    ),
    "opens a file by the back door": (
        "import uuid\nuuid.os.open('/etc/passwd', 0)",
        "may not use open",
    ),
    "opens a socket by the back door": (
        "import uuid\nuuid.sys.modules['builtins'].__import__('socket').socket()",
        "may not import 'socket'",
    ),
    "asks for input": ("return input()", "raised EOFError"),
    "stops in a debugger": ("breakpoint()", "may not use builtins.breakpoint"),
    "returns NaN": (
        "return {'success': True, 'data': [0.5, float('nan')]}",
        "result.data[1] is nan, which is no JSON",
    ),
    "returns infinity": ("return [float('-inf')]", "result[0] is -inf"),
    "returns a set": ("return {1, 2}", "result is of type set"),
    "returns an object": ("return {'thing': object()}", "result.thing is of type object"),
    "returns bytes": ("return [b'']", "result[0] is of type bytes"),
    "returns a generator": ("return (n for n in iter(int, 1))", "result is of type generator"),
    "returns a tuple as key": ("return {'a': {(1, 2): 3}}", "result.a has a key of type tuple"),
    "returns half a character": ("return {'a': '\\ud83d'}", "result.a holds half a character"),
    "returns half a character as key": ("return {'\\udc00': 1}", "half a character"),
    "returns an endless number": ("return 10 ** 10_000", "result Exceeds the limit"),
    "returns too much": (
        "return 'x' * (9 * 1024 * 1024)",
        "result is 9,437,186 bytes long, more than 8,388,608",
    ),
    "an exception that cannot be told": (
        "class Odd(Exception):\n    def __str__(self):\n        raise ValueError\nraise Odd",
        "raised Odd",
    ),
    "an exception with a liar as type": (
        "class Liar(type):\n    @property\n    def __name__(cls):\n        raise SystemExit\n"
        "class Odd(Exception, metaclass=Liar): pass\nraise Odd('x')",
        "raised Odd: x",
    ),
    "an exception of a megabyte": ("raise ValueError('x' * 1_000_000)", "raised ValueError: xxx"),
    "an exception of half a character": ("raise ValueError('\\ud83d')", "raised ValueError: ?"),
    "an exception that lies about its class": (
        "class Odd(Exception):\n    __class__ = property(lambda self: 1 / 0)\nraise Odd('x')",
        "raised Odd: x",
    ),
    "a dict that never ends": (
        "class Odd(dict):\n    def items(self):\n        while True:\n            yield 'a', 1\n"
        "return Odd(a=1)",
        "more than 256 MiB of memory",
    ),
    "a dict that raises": (
        "class Odd(dict):\n    def items(self):\n        raise SystemExit(3)\nreturn Odd(a=1)",
        "raised SystemExit: 3",
    ),
}
# What the tool does, and what is said about it; the worker is gone.
DEATHS = {
    "loops forever": ("while True: pass", "act took longer than 0.5 seconds"),
    "loops forever and catches all": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "act took longer than 0.5 seconds",
    ),
    "an endless generator": ("return list(n for n in iter(int, 1) if n)", "took longer than 0.5"),
    "a pattern that never ends": (
        "import re\nreturn re.match('(a+)+$', 'a' * 40 + 'b')",
        "took longer than 0.5 seconds",
    ),
    "ends its process": ("import uuid\nuuid.os._exit(0)", "act ended the worker (exit code 0)"),
    "ends its process with an error": (
        "import uuid\nuuid.os._exit(7)",
        "act ended the worker (exit code 7)",
    ),
    "aborts": ("import uuid\nuuid.os.abort()", "act crashed the worker (SIGABRT)"),
    "writes to every channel": (
        "import uuid\nos = uuid.os\n"
        "for fd in range(256):\n    try:\n        os.write(fd, b'{\"content\": 1}\\n')\n"
        "    except OSError:\n        pass\nreturn {'success': True}",
        "wrote to the reply channel",
    ),
    "writes half a line to every channel": (
        "import uuid\nos = uuid.os\n"
        "for fd in range(256):\n    try:\n        os.write(fd, b'{')\n"
        "    except OSError:\n        pass\nreturn {'success': True}",
        "wrote to the reply channel",
    ),
    "floods every channel": (
        "import uuid\nos = uuid.os\nwhile True:\n"
        "    for fd in range(256):\n        try:\n            os.write(fd, b'x' * 60_000)\n"
        "        except OSError:\n            pass",
        "flooded the reply channel",
    ),
    "closes every channel": (
        "import uuid\nuuid.os.closerange(0, 256)\nreturn {}",
        "act ended the worker (exit code 1)",
    ),
    "closes every channel and goes on": (
        "import uuid\nuuid.os.closerange(0, 256)\nwhile True: pass",
        "act ",
    ),
    "reads the next request": (
        "import uuid\nfor fd in range(3, 256):\n    try:\n        uuid.os.read(fd, 1000)\n"
        "    except OSError:\n        pass",
        "took longer than 0.5 seconds",
    ),
}
# What the tool replaces for everybody; the tool after it works all the same.
REPLACEMENTS = {
    "json": "import json\njson.dumps = json.loads = json.JSONEncoder = None",
    "the parts of json": (
        "import json\njson.encoder.c_make_encoder = json.encoder.encode_basestring = None\n"
        "json.JSONEncoder.encode = json.JSONEncoder.iterencode = lambda *_: 'nonsense'\n"
        "json.decoder.JSONDecoder.raw_decode = None"
    ),
    "builtins": (
        "import uuid\nfor name in ('len', 'isinstance', 'print', 'type', 'str', 'list', 'dict'):\n"
        "    uuid.__builtins__[name] = None"
    ),
    "os": "import uuid\nuuid.os.read = uuid.os.write = uuid.os._exit = None",
    "sys": (
        "import uuid\nuuid.sys.stdout = uuid.sys.stderr = None\nuuid.sys.meta_path.clear()\n"
        "uuid.sys.modules.clear()"
    ),
    "hashlib": "import hashlib\nhashlib.sha256 = hashlib.new = None",
    "random": "import random, uuid\nrandom.seed = random.Random = uuid._last_timestamp = None",
    "time": "import time, datetime\ntime.time = datetime.datetime = None",
}
# How a tool spoils its own state, and what is said about it.
BAD_STATES = {
    "an object": ("self.thing = object()", "state.thing is of type object"),
    "bytes inside": ("self.thing = {'a': [{b''}]}", "state.thing.a[0][0] is of type bytes"),
    "NaN": ("self.thing = float('nan')", "state.thing is nan"),
    "itself": ("self.thing = {}\nself.thing['me'] = self.thing", "holds itself"),
    "half a character": ("self.thing = '\\udc00'", "state.thing holds half a character"),
    "too deep": (
        "self.thing = deep = []\nfor _ in range(70):\n    deep.append([])\n    deep = deep[0]",
        "state is nested deeper than 64 levels",
    ),
}
