// Every panel in every pair of size, language and theme.
import './look.test.ts';
