import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { ChangesList, type ChangesProps } from './ChangesList.tsx';

/** Adds the changes of the history record when its code is loaded. */
export const Changes = lazyPart<ChangesProps>(() => import('./RecordedChanges.tsx'), ChangesList);
