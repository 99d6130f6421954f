import './register-handlers.test.ts';
