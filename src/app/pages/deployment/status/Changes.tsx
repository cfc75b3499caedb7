import { later } from '#app/ui/loading/later.tsx';
import { ChangesList, type ChangesProps } from './ChangesList.tsx';

/** With what the record says of before the page opened, once its code is here. */
export const Changes = later<ChangesProps>(() => import('./RecordedChanges.tsx'), ChangesList);
