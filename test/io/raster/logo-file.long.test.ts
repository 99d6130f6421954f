import './logo-file.test.ts';
