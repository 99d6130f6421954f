// Every kind of bad input.
import './bad-input.test.ts';
