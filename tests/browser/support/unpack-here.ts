import packaged from '@sparticuz/chromium';

// A program of its own: the package unpacks into the folder of `TMPDIR`, and there may be only one.
await packaged.executablePath();
