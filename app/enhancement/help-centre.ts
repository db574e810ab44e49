import { filterQuestions } from './page/filter-questions.ts';

// The help centre's own script: text folding would add a tenth to the common script.

filterQuestions();
