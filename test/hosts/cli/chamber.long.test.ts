import './chamber.test.ts';
