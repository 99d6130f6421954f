import './join.test.ts';
