import './rot.test.ts';
