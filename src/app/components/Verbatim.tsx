/** Text shown exactly as a deployment sent it: isolated from its neighbours' direction, bounded, marked as such. */
export function Verbatim({
  children,
  className = '',
}: {
  readonly children: string;
  readonly className?: string;
}) {
  return (
    <bdi
      data-verbatim=""
      title={children.length > 40 ? children.slice(0, 2000) : undefined}
      className={`verbatim ${className}`}
    >
      {children.slice(0, 500).toWellFormed()}
    </bdi>
  );
}
