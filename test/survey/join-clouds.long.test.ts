import './join-clouds.test.ts';
