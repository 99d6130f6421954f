import './import-truth.test.ts';
