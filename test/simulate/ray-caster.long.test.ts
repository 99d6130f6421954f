// Every preset.
import './ray-caster.test.ts';
