// Every method with every search and every number, and its accuracy.
import './registration.parity.test.ts';
