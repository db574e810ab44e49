import { showOwnHours } from './page/own-hours.ts';

// A script of its own, because most sites say nothing of their hours, and the common script is part of every page.

showOwnHours();
