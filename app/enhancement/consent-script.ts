import { showConsentBanner } from './consent/ask-consent.ts';
import { openPreferences } from './consent/open-preferences.ts';

// The consent script. It is separate because a page does not need it to start.

openPreferences();
showConsentBanner();
