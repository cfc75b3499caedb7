export function Figure({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-[12.5px] leading-5 text-text-2">{label}</dt>
      <dd className="figure m-0">{value}</dd>
      <dd className="caption m-0 text-text-2">{note}</dd>
    </div>
  );
}
