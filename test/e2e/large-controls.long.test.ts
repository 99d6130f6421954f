import './large-controls.test.ts';
