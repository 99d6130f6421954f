// All sizes, up to a tree of eight divided levels.
import './kd-tree.parity.test.ts';
