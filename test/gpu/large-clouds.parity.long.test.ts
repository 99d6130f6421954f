// Every search with every surface, in parts.
import './large-clouds.parity.test.ts';
