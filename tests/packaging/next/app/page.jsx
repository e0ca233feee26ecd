"use client";

// A page: the engine runs in the browser.
import * as schedscope from "schedscope";
import { useEffect } from "react";

import { answerLater } from "../answer.mjs";

export default function Page() {
  useEffect(() => {
    globalThis.answer = async (line) => {
      await schedscope.init();
      return answerLater(schedscope, line);
    };
  }, []);
  return <p>schedscope</p>;
}
