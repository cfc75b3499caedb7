import { ExportMenu } from './ExportMenu.tsx';
import type { Exported } from './file.ts';
import { exportedRows } from './rows.ts';

export interface TableExportProps {
  readonly slug: string;
  readonly noun: string;
  readonly count: number;
  /** Gives what makes a file of rows the rows of a table, of whatever they are. */
  readonly exported: (make: typeof exportedRows) => Exported;
}

/** {@link ExportMenu} of a table's rows. */
export default function TableExport({ exported, ...menu }: TableExportProps) {
  return <ExportMenu {...menu} opens="up" exported={() => exported(exportedRows)} />;
}
