import './full-disk.test.ts';
