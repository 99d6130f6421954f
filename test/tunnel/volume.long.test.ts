import './volume.test.ts';
