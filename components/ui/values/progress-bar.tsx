type ProgressBarProps = {
  label: string;
  /** How far it is, in words. */
  text: string;
  value: number;
  max: number;
};

export function ProgressBar({ label, text, value, max }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      aria-valuetext={text}
      value={value}
      max={max}
      className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-accent"
    />
  );
}
