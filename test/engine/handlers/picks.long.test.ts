import './picks.test.ts';
