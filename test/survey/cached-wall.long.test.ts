import './cached-wall.test.ts';
