"use client";

import { useEffect } from "react";
import { watchPlaces } from "@/lib/client/return-to-place";

export function ReturnToPlace() {
  useEffect(() => watchPlaces(), []);
  return null;
}
