"""A file system in memory that forgets at a power cut what was not made durable.

Arguments: where it is mounted. Each line of its input is a power cut: `nothing` keeps nothing but what was flushed;
`some` keeps what a kernel may have written before: the start of each file, and all changes of folders. Both are legal.
Each answer is a line. It ends with its input.
"""

import errno
import os
import stat
import sys

import pyfuse3
import trio

PAGE = 4096
ROOT = pyfuse3.ROOT_INODE


class Node:
    def __init__(self, mode):
        self.mode = mode
        self.uid, self.gid = os.getuid(), os.getgid()
        self.size = self.durable_size = 0
        self.pages, self.durable_pages, self.dirty = {}, {}, set()
        self.names, self.durable_names = {}, {}

    def read(self, offset, length):
        length = max(0, min(length, self.size - offset))
        parts = []
        while length > 0:
            start = offset % PAGE
            part = self.pages.get(offset // PAGE, bytes(PAGE))[start : start + length]
            parts.append(part)
            offset, length = offset + len(part), length - len(part)
        return b"".join(parts)

    def write(self, offset, data):
        done = 0
        while done < len(data):
            number, start = divmod(offset + done, PAGE)
            part = data[done : done + PAGE - start]
            page = bytearray(self.pages.get(number, bytes(PAGE)))
            page[start : start + len(part)] = part
            self.pages[number] = bytes(page)
            self.dirty.add(number)
            done += len(part)
        self.size = max(self.size, offset + done)

    def truncate(self, size):
        for number in [one for one in self.pages if one * PAGE >= size]:
            del self.pages[number]
            self.dirty.add(number)
        if size % PAGE and size // PAGE in self.pages:
            self.pages[size // PAGE] = self.pages[size // PAGE][: size % PAGE].ljust(PAGE, b"\0")
            self.dirty.add(size // PAGE)
        self.size = size

    def flush(self, numbers=None):
        for number in self.dirty if numbers is None else self.dirty & numbers:
            if number in self.pages:
                self.durable_pages[number] = self.pages[number]
            else:
                self.durable_pages.pop(number, None)
        if numbers is None:
            self.dirty.clear()
        self.durable_size = self.size

    def flush_names(self):
        self.durable_names = dict(self.names)

    def cut(self):
        self.pages, self.size = dict(self.durable_pages), self.durable_size
        self.names = dict(self.durable_names)
        self.dirty.clear()


class PowerCut(pyfuse3.Operations):
    def __init__(self):
        super().__init__()
        self.nodes = {ROOT: Node(stat.S_IFDIR | 0o755)}
        self.last = ROOT

    def cut(self, keeps):
        for node in self.nodes.values():
            if keeps == "some":
                node.flush({0})
                node.flush_names()
            node.cut()

    def _child(self, parent, name):
        number = self.nodes[parent].names.get(name)
        if number is None:
            raise pyfuse3.FUSEError(errno.ENOENT)
        return number

    def _attributes(self, number):
        node, entry = self.nodes[number], pyfuse3.EntryAttributes()
        entry.st_ino, entry.st_mode, entry.st_size = number, node.mode, node.size
        entry.st_uid, entry.st_gid, entry.st_nlink, entry.st_rdev = node.uid, node.gid, 1, 0
        entry.st_blksize, entry.st_blocks = PAGE, len(node.pages) * (PAGE // 512)
        entry.st_atime_ns = entry.st_mtime_ns = entry.st_ctime_ns = 0
        entry.generation, entry.entry_timeout, entry.attr_timeout = 0, 0, 0
        return entry

    def _make(self, parent, name, mode):
        self.last += 1
        self.nodes[self.last] = Node(mode)
        self.nodes[parent].names[name] = self.last
        return self.last

    async def lookup(self, parent, name, ctx=None):
        return self._attributes(self._child(parent, name))

    async def getattr(self, number, ctx=None):
        return self._attributes(number)

    async def setattr(self, number, attr, fields, fh, ctx):
        node = self.nodes[number]
        if fields.update_size:
            node.truncate(attr.st_size)
        if fields.update_mode:
            node.mode = stat.S_IFMT(node.mode) | stat.S_IMODE(attr.st_mode)
        if fields.update_uid:
            node.uid = attr.st_uid
        if fields.update_gid:
            node.gid = attr.st_gid
        return self._attributes(number)

    async def create(self, parent, name, mode, flags, ctx):
        number = self._make(parent, name, mode)
        return pyfuse3.FileInfo(fh=number, direct_io=True), self._attributes(number)

    async def mkdir(self, parent, name, mode, ctx):
        return self._attributes(self._make(parent, name, stat.S_IFDIR | mode))

    async def link(self, number, parent, name, ctx):
        self.nodes[parent].names[name] = number
        return self._attributes(number)

    async def unlink(self, parent, name, ctx):
        self._child(parent, name)
        del self.nodes[parent].names[name]

    rmdir = unlink

    async def rename(self, parent, name, new_parent, new_name, flags, ctx):
        number = self._child(parent, name)
        del self.nodes[parent].names[name]
        self.nodes[new_parent].names[new_name] = number

    async def open(self, number, flags, ctx):
        return pyfuse3.FileInfo(fh=number, direct_io=True)

    async def read(self, number, offset, length):
        return self.nodes[number].read(offset, length)

    async def write(self, number, offset, data):
        self.nodes[number].write(offset, data)
        return len(data)

    async def fsync(self, number, datasync):
        self.nodes[number].flush()

    async def opendir(self, number, ctx):
        return number

    async def fsyncdir(self, number, datasync):
        self.nodes[number].flush_names()

    async def readdir(self, number, start, token):
        for at, (name, child) in enumerate(sorted(self.nodes[number].names.items())):
            if at >= start and not pyfuse3.readdir_reply(token, name, self._attributes(child), at + 1):
                return

    async def statfs(self, ctx):
        data = pyfuse3.StatvfsData()
        data.f_bsize = data.f_frsize = PAGE
        data.f_blocks = data.f_bfree = data.f_bavail = 2**30
        data.f_files = data.f_ffree = data.f_favail = 2**30
        data.f_namemax = 255
        return data


async def main():
    files = PowerCut()
    # Images are converted by another user.
    options = {"fsname=power-cut"} | ({"allow_other"} if os.getuid() == 0 else set())
    pyfuse3.init(files, sys.argv[1], options)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pyfuse3.main)
            print("ready", flush=True)
            async for line in trio.lowlevel.FdStream(os.dup(0)):
                for keeps in line.decode().split():
                    files.cut(keeps)
                    print("cut", flush=True)
            pyfuse3.terminate()
    finally:
        pyfuse3.close(unmount=True)


trio.run(main)
