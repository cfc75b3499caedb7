export function Segmented<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}) {
  return (
    <fieldset className="m-0 inline-flex border-0 p-0">
      <legend className="sr-only">{props.label}</legend>
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === props.value}
          onClick={() => props.onChange(option.value)}
          className="control -ml-px rounded-none max-md:min-h-11 first:ml-0 first:rounded-l-[3px] last:rounded-r-[3px] aria-pressed:relative aria-pressed:font-semibold"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
