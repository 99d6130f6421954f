// With a larger tree.
import './kd-cells.parity.test.ts';
