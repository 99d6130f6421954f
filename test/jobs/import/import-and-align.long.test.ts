import './import-and-align.test.ts';
