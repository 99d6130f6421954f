// Every moment at which a device is lost.
import './interrupted.test.ts';
