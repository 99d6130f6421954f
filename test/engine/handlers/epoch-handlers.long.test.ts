import './epoch-handlers.test.ts';
