import './reloaded.test.ts';
