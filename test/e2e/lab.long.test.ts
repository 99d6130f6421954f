import './lab.test.ts';
