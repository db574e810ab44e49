import { searchQuestions } from './faq-search.ts';

// The script of the help centre alone: folding letters is a tenth of all that the other pages' script does.

searchQuestions();
