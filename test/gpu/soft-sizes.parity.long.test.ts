// Workgroups of every size.
import './soft-sizes.parity.test.ts';
