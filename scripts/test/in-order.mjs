/**
 * Steps run side by side and are read one after another: the first that hasn't ended prints as it goes, the ones after
 * it keep what they print until their turn.
 * @param {readonly string[]} names in the order in which they are printed
 * @param {(text: string) => void} print
 */
export function printInOrder(names, print) {
  const kept = names.map((name) => ({ name, text: "", hasEnded: false }));

  function printWhatIsDue() {
    for (let first = kept[0]; first; first = kept[0]) {
      if (first.text) print(first.text);
      first.text = "";
      if (!first.hasEnded) return;
      kept.shift();
    }
  }

  /** @param {string} name */
  function getStep(name) {
    const step = kept.find((candidate) => candidate.name === name);
    if (!step) throw new Error(`${name} is no step, or has ended.`);
    return step;
  }

  return {
    /**
     * @param {string} name
     * @param {string} text
     */
    add(name, text) {
      getStep(name).text += text;
      printWhatIsDue();
    },
    /** @param {string} name */
    end(name) {
      getStep(name).hasEnded = true;
      printWhatIsDue();
    },
    /** Prints what is left, in the same order, when the run is cut off. */
    flush() {
      for (const step of kept.splice(0)) print(step.text);
    },
  };
}
