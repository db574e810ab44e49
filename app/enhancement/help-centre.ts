import { filterQuestions } from './page/filter-questions.ts';

// The help centre's own script, because text folding would make the common script 10% larger.

filterQuestions();
