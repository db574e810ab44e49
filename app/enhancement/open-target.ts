import { openTarget } from './page/open-target.ts';

// A script of its own, because only the home page has a card that links open.

openTarget();
