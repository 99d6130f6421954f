/** Paths and files of this machine. */
export const FILES = {
  'address-limit':
    'This user may reserve {limit} of addresses, which is too little for another thread; lift the limit (ulimit -v unlimited): the program reserves far more than it uses.',
  'coordinate-not-finite':
    'A coordinate to be written is {value}, which no drawing can hold; measure the drive again, and report this if it happens again.',
  'disk-full':
    'The disk is full: {path} could not be written. Free some space or name another disk; what was whole before is kept.',
  'file-is-device':
    '{path} is a pipe, a socket or a device and no regular file; copy what it gives to a file first.',
  'file-is-folder': '{path} is a folder; name a file in it.',
  'file-place-folder':
    '{path} is a folder, and no file can be written in its place; rename the folder, or choose another place.',
  'file-no-program': 'No program opened {path} ({why}); open it from its folder.',
  'file-no-right': '{path} may not be read by this user; change its permissions or copy it.',
  'file-none': 'There is no file {path}; check the name and the folder.',
  'file-not-read': '{path} could not be read ({why}); check the disk or the connection to it.',
  'file-not-written': '{path} cannot be written ({why}); name a folder that this user may write to.',
  'file-size-limit':
    '{path} reached {limit}, the largest file that this user may write here; raise the limit (ulimit -f), or write as another user.',
  'files-open-limit':
    'This user may have {limit} files open at a time, which is too few; raise the limit (ulimit -n) to 256 or more.',
  'files-open-system': 'The system has too many files open; close other programs, and start this one again.',
  'file-too-large': '{path} grew beyond the largest file this disk or user may have; write to another disk.',
  'folder-exists': '{path} exists already; choose another name.',
  'folder-is-file':
    '{path} cannot be written: part of its path is a file, not a folder; name another folder.',
  'folder-none': '{path} cannot be written: the folder {folder} does not exist; create it or name another.',
  'notices-none':
    'The licences of the packages are written by the build; run npm run build first, or see node_modules.',
  'output-failed': 'Not written: {output}. {why}',
  'outputs-failed':
    'Not written: {outputs}. {why} The result and every other file are there; write what is missing again.',
  'outputs-failed-cli':
    'Not written: {outputs}. {why} The result and every other file are there; run this again for what is missing.',
  'path-not-to-read': '{path} was not chosen to be read; choose it in the dialog, or drop it on the window.',
  'path-not-to-write': '{path} was not chosen to be written; choose it in the dialog.',
  'write-over-capture':
    '{path} is a recording of a sensor ({format}), which nothing is written over; choose another name or folder.',
  'write-over-cloud':
    '{path} is a cloud of points, which only another cloud is written over; choose another name or folder.',
  'write-over-input':
    '{path} would replace {input}, which this command reads; choose another name or folder.',
  'write-over-project': '{path} is a project, which nothing is written over; choose another name or folder.',
  'write-over-source':
    '{path} is a file that the project {project} was made of, which nothing is written over; choose another name or folder.',
  'path-outside':
    '{path} is outside of {folder}, the folder of this server; start it with another folder to reach it.',
  'raster-empty': 'has {columns} x {rows} cells, so there is nothing to draw',
  'raster-place': 'lies at {left}, {top} with cells of {cell} m, which is not a place',
  'raster-refused': 'The image to be written {what}.',
  'raster-too-large':
    'of {columns} x {rows} cells is too large for one file; take larger cells or a shorter stretch',
  'raster-values': 'has {columns} x {rows} cells and {length} values',
  'limit-points': 'points',
  'limit-poses': 'poses',
  'limit-rows': 'rows',
  'limit-vertices': 'vertices',
  'reading-length':
    '{path} has {megabytes} MB, of which {most} are read at most: name the file that was meant, or split it.',
  'reading-limit':
    '{name} holds {count} {what} and more, of which {most} are read at most: name the file that was meant, or split it.',
  'text-none': '{path} is no plain text; name another file, or save this one as text in UTF-8.',
  'why-beside': 'it, or the files that the program writes beside it, cannot be opened',
  'why-code': 'the system says {code}',
  'why-disk-fault': 'the disk reports a fault',
  'why-disk-gone': 'the disk or the network drive is no longer connected',
  'why-in-use': 'another program is using it',
  'why-links': 'its links lead in a circle',
  'why-many-open': 'too many files are open on this computer',
  'why-name-long': 'its name is too long for this disk',
  'why-no-right': 'this user has no right to',
  'why-read-only': 'it is read-only',
  'why-structure': 'its structure cannot be read',
} as const;
