// In every host.
import './whole-way.test.ts';
