import { showLocalHours } from './page/local-hours.ts';

// A separate script, because most sites do not state their hours, and the common script is part of every page.

showLocalHours();
