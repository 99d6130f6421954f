import './local-fit.test.ts';
