import './import-folder.test.ts';
