// False alarms over all seeds.
import './convergence.test.ts';
