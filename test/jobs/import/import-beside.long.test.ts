import './import-beside.test.ts';
